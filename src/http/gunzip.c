#include "rungate/http/gunzip.h"

#define ZLIB_CONST /* the input is not changed */
#include <zlib.h>

enum { STEP = 16 * 1024, GZIP_WINDOW = 15 + 16, INPUT_MAX = 1 << 30 };

bool rg_gunzip_wanted(const char *bytes, size_t length)
{
    return length >= 2 && (unsigned char)bytes[0] == 0x1F && (unsigned char)bytes[1] == 0x8B;
}

/* One step: as much as fits into `room`. True: there is more to do. */
static bool expand_step(z_stream *stream, Bytef room[STEP], struct rg_buffer *out, bool *done,
                        struct rg_error *err)
{
    stream->next_out = room;
    stream->avail_out = STEP;
    int status = inflate(stream, Z_NO_FLUSH);
    rg_buffer_add(out, room, STEP - stream->avail_out);
    if (!rg_buffer_check(out, err))
        return false;
    if (status == Z_MEM_ERROR)
        return rg_error_memory(err);
    if (status == Z_STREAM_END) {
        *done = stream->avail_in == 0;
        return *done || inflateReset(stream) == Z_OK || rg_error_memory(err);
    }
    if (status != Z_OK)
        return rg_error_set(err, RG_ERROR_FORMAT, "damaged gzip data: %s",
                            status == Z_BUF_ERROR ? "it ends early"
                            : stream->msg != NULL ? stream->msg
                                                  : "unknown");
    return true;
}

bool rg_gunzip(const char *bytes, size_t length, struct rg_buffer *out, struct rg_error *err)
{
    z_stream stream = {0};
    Bytef room[STEP] = {0};
    bool ok = true;
    bool done = false;

    if (length > INPUT_MAX)
        return rg_error_set(err, RG_ERROR_LIMIT, "larger than the limit of %d bytes", INPUT_MAX);
    if (inflateInit2(&stream, GZIP_WINDOW) != Z_OK)
        return rg_error_memory(err);
    stream.next_in = (const Bytef *)bytes;
    stream.avail_in = (uInt)length;
    while (ok && !done)
        ok = expand_step(&stream, room, out, &done, err);
    (void)inflateEnd(&stream);
    return ok;
}
