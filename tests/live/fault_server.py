"""A server that answers like Prometheus until it is told to misbehave. Standard library only.

    with FaultServer(behave) as server: ... server.url ... server.requests ...

`behave(request, query)` is called for each request, in a thread of its own: it may answer by request.answer(…) or do
something worse. Whatever it leaves alone (by returning False) gets the good answer: one histogram, whose 0.95
quantile is 7.5. `break_off` is a list of ways, by_reset or in_order, to end a connection before anything is answered:
one each, and the connections after them are served.
"""

import contextlib
import http.server
import json
import socket
import ssl
import struct
import threading
import time
import types
import urllib.parse

HANG_SECONDS = 300  # far more than anything takes: it ends a hang
NOW = 1700000300
EDGES = {"1": 10, "2": 50, "5": 90, "10": 100, "+Inf": 100}
TEMPLATE = 'histogram_quantile({quantile}, sum by (le) (rate(t_bucket{case="{name}"}[{window}])))'
UNCOUNTED = 'histogram_quantile({quantile}, sum by (le) (rate(t_bucket{case="{name}"}[{window}]) * 60))'


def surface(names=("a",), quantiles=(0.95,), template=TEMPLATE):
    return {"spans": {"_query_template": template, "_quantiles": list(quantiles), "_unit": "ms", "names": list(names)}}


def success(data, **more):
    return json.dumps({"status": "success", "data": data, **more})


def vector(*elements, at=NOW, **more):
    return success({"resultType": "vector", "result": [{"metric": m, "value": [at, v]} for m, v in elements]}, **more)


def matrix(*series, **more):
    """Each of (labels, [(time, text), …])."""
    found = [{"metric": m, "values": [list(sample) for sample in samples]} for m, samples in series]
    return success({"resultType": "matrix", "result": found}, **more)


def is_evidence(query):
    """The raw samples of a series that is counted."""
    return query.startswith("t_bucket{") and query.endswith("]")


def is_rates(query):
    """The rates of a series that is not."""
    return query.startswith("(")


def by_reset(connection):
    """The next close will be one."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def in_order(connection):
    """An end of what is sent, and then nothing but to read."""
    connection.recv(1)
    connection.shutdown(socket.SHUT_WR)
    while connection.recv(65536):
        pass


@contextlib.contextmanager
def nobody():
    """The URL of a port where nobody listens, and that nobody else gets meanwhile."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        yield f"http://127.0.0.1:{s.getsockname()[1]}"


def is_preflight(query):
    return query == "time()"


def is_value(query):
    return query.startswith("histogram_quantile")


def scrapes(edges=None, at=NOW, **more):
    """Twelve scrapes, 15 seconds apart, the last at that time: each edge grows by its number."""
    return matrix(*[({"le": le, "job": "j", "instance": "i"}, [(at - 165 + 15 * k, str(n * k)) for k in range(12)])
                    for le, n in (EDGES if edges is None else edges).items()], **more)


def rates(**more):
    found = [({"le": le}, str(n)) for le, n in EDGES.items()]
    found += [({"le": le, "rungate": kind}, n) for kind, n in (("series", "1"), ("samples", "12")) for le in EDGES]
    return vector(*found, **more)


def good(query, at=NOW):
    if is_preflight(query):
        return success({"resultType": "scalar", "result": [NOW + 0.75, f"{NOW}.75"]})
    if is_evidence(query):
        return scrapes(at=at)
    if query.endswith("]"):
        return matrix()
    if is_value(query):
        return vector(({}, "7.5"), at=at)
    return rates(at=at) if is_rates(query) else vector()


class Request(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def setup(self):
        super().setup()
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def answer(self, text="", status=200, kind="application/json", **headers):
        body = text.encode() if isinstance(text, str) else text
        self.finished()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)
        return True

    def reset(self):
        """Close with a reset, not in order."""
        self.finished()
        by_reset(self.connection)
        self.close_connection = True
        self.connection.close()
        return True

    def pour(self, piece, pause=0):
        """Send that without end, until the other side closes."""
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        self.close_connection = True
        while not self.server.stopping.wait(pause):
            self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
        return True

    def finished(self):
        """No longer running: said before the client can know, which may then ask the next."""
        with self.server.lock:
            self.server.running -= self.is_running
            self.is_running = False

    def take(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        if self.command == "GET":
            body = urllib.parse.urlsplit(self.path).query
        form = dict(urllib.parse.parse_qsl(body, keep_blank_values=True))
        server = self.server
        with server.lock:
            server.requests.append(types.SimpleNamespace(
                form=form, body=body, command=self.command, path=self.path, headers=self.headers,
                client=self.client_address, arrived=time.monotonic()))
            self.number = len(server.requests)
            self.is_running = True
            server.running += 1
            server.most_running = max(server.most_running, server.running)
        try:
            query = form.get("query", "")
            if not server.behave(self, query):
                self.answer(good(query, int(form.get("time", NOW))))
        except OSError:
            self.close_connection = True
        finally:
            self.finished()

    do_POST = do_GET = take


class Listener(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def get_request(self):
        connection, address = super().get_request()
        self.connections += 1
        if self.break_off:
            with socket.socket(fileno=connection.detach()) as plain:
                plain.settimeout(HANG_SECONDS)
                self.break_off.pop(0)(plain)
            raise ConnectionError("broken off, as the test asks")
        return connection, address

    def handle_error(self, *_):
        pass

    def shutdown_request(self, request):
        """In order, also when a handshake was refused: a close before all is read is a reset, and may lose the alert."""
        if not isinstance(request, ssl.SSLSocket) or request.fileno() < 0:
            super().shutdown_request(request)
            return
        with socket.socket(fileno=request.detach()) as plain:
            try:
                plain.settimeout(HANG_SECONDS)
                plain.shutdown(socket.SHUT_WR)
                while plain.recv(65536):
                    pass
            except OSError:
                pass


class FaultServer:
    """`tls`: an ssl.SSLContext, and the URL is https."""

    def __init__(self, behave=lambda request, query: False, tls=None, break_off=()):
        self.server = Listener(("127.0.0.1", 0), Request)
        self.server.behave, self.server.lock, self.server.stopping = behave, threading.Lock(), threading.Event()
        self.server.requests, self.server.running, self.server.most_running = [], 0, 0
        self.server.connections, self.server.break_off = 0, list(break_off)
        scheme = "http"
        if tls is not None:
            self.server.socket = tls.wrap_socket(self.server.socket, server_side=True,
                                                 do_handshake_on_connect=False)
            scheme = "https"
        self.url = f"{scheme}://127.0.0.1:{self.server.server_address[1]}"
        self.requests = self.server.requests

    @property
    def most_running(self):
        return self.server.most_running

    @property
    def connections(self):
        return self.server.connections

    def count(self, which):
        return sum(1 for r in self.requests if which(r.form.get("query", "")))

    def __enter__(self):
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.01})
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.server.stopping.set()
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()
