#!/usr/bin/env python3
"""How capture is let in: headers, tokens, certificates, signatures, proxies. And that no secret ever shows."""

import base64
import hashlib
import hmac
import os
import ssl
import subprocess
import sys
import threading
import urllib.parse

import fault_server as fs
from capture_tool import CAPTURE, MARKED, OLD, PATIENCE, Checks, Directory, capture, clean_environment, side_by_side
from fault_server import HANG_SECONDS, FaultServer, by_reset, in_order, is_preflight, nobody
from servers import tool

SECRET = "hunter2-Zq8xV4"
AWS = {"AWS_ACCESS_KEY_ID": "AKIDEXAMPLE", "AWS_SECRET_ACCESS_KEY": SECRET + "/aws", "AWS_SESSION_TOKEN": SECRET + "/session"}
check = Checks()


def run(d, server, *arguments, env=None):
    metrics = d.put("surface.json", fs.surface())
    return capture(d, "--prometheus", server if isinstance(server, str) else server.url, "--metrics", metrics,
                   "--retries", "0", *arguments, env=env)


def headers_arrive():
    with Directory() as d, FaultServer() as server:
        for arguments, name, value in (
                (("--header", "X-Scope-OrgID: team a"), "X-Scope-OrgID", "team a"),
                (("--header-file", d.put("h", f"# ours\n\nX-Api-Key: {SECRET}\r\nX-Other: 1\n")), "X-Api-Key", SECRET),
                (("--header-file", d.put("h2", f"Authorization: Own {SECRET}\n")), "Authorization", f"Own {SECRET}"),
                (("--bearer-token-file", d.put("t", SECRET + "\n")), "Authorization", f"Bearer {SECRET}"),
                (("--basic-auth-file", d.put("b", f"user:{SECRET}:x \n")), "Authorization",
                 "Basic " + base64.b64encode(f"user:{SECRET}:x ".encode()).decode())):
            del server.requests[:]
            result = run(d, server, *arguments)
            check.equal(result.status, 0, f"{arguments}: {result.err}")
            check.equal({r.headers.get(name) for r in server.requests}, {value}, f"{arguments[0]}")
        check.holds("rungate/", server.requests[0].headers["User-Agent"], "User-Agent")
        check.equal(server.requests[0].headers["Expect"], None, "Expect")


def secrets_are_refused():
    """On the command line: status 2, no reading is written, nothing repeated."""
    with Directory() as d, FaultServer() as server:
        host = server.url.split("//")[1]
        token = d.put("t", SECRET)
        for what, arguments, part in (
                ("user in the URL", ("--prometheus", f"http://me:{SECRET}@{host}"), "--basic-auth-file"),
                ("user alone", ("--prometheus", f"http://{SECRET}@{host}"), "--basic-auth-file"),
                ("query in the URL", ("--prometheus", f"{server.url}/?key={SECRET}"), "without '?'"),
                ("not http", ("--prometheus", f"ftp://{host}/{SECRET}"), "only http"),
                ("no scheme", ("--prometheus", f"me:{SECRET}@{host}"), "--prometheus"),
                ("Authorization", ("--header", f"Authorization: Bearer {SECRET}"), "--bearer-token-file"),
                ("authorization", ("--header", f"authorization:{SECRET}"), "--bearer-token-file"),
                ("Cookie", ("--header", f"Cookie: session={SECRET}"), "--header-file"),
                ("Proxy-Authorization", ("--header", f"Proxy-Authorization: {SECRET}"), "--header-file"),
                ("no header", ("--header", SECRET), "expected 'Name: value'"),
                ("header without a value", ("--header", "X-A: "), "no value"),
                ("two headers in one", ("--header", f"X-A: b\r\nAuthorization: {SECRET}"), "control character"),
                ("two ways in", ("--bearer-token-file", token, "--basic-auth-file", token), "only one of"),
                ("two Authorizations", ("--bearer-token-file", token, "--header-file",
                                        d.put("h", f"Authorization: {SECRET}\n")), "another option"),
                ("no region", ("--aws-sigv4", ":aps"), "REGION"),
                ("certificate without a key", ("--cert-file", token), "must be given together"),
                ("--wait with --time", ("--wait", "1s", "--time", "1700000300"), "cannot be combined"),
                ("--parallel 0", ("--parallel", "0"), "from 1"),
                ("a label twice", ("--label", "a=1", "--label", "a=2"), "twice"),
                ("a label without a name", ("--label", "=1"), "NAME=VALUE")):
            d.put("timings.json", OLD)
            base = () if arguments[0] == "--prometheus" else ("--prometheus", server.url)
            result = capture(d, "--metrics", d.put("surface.json", fs.surface()), *base, *arguments)
            check.equal((result.status, result.text in (OLD, MARKED)), (2, True), f"{what}: {result.err}")
            check.holds(part, result.err, what)
            check.that(SECRET not in result.err + result.out, f"{what}: shows the secret: {result.err}")
        check.equal(len(server.requests), 0, "nothing is asked")


def bad_files():
    """A secret that cannot be read: no asking, but a file that says so, and no part of the secret."""
    with Directory() as d, FaultServer() as server:
        for arguments, part in (
                (("--bearer-token-file", d.path("none")), "No such file"),
                (("--bearer-token-file", d.put("e", "\n")), "is empty"),
                (("--bearer-token-file", d.put("two", f"{SECRET} {SECRET}")), "one token"),
                (("--basic-auth-file", d.put("b", SECRET)), "one line 'user:password'"),
                (("--basic-auth-file", d.put("b2", f"u:{SECRET}\nx:y")), "one line 'user:password'"),
                (("--header-file", d.put("h", f"X-A: 1\n{SECRET}\n")), "line 2: expected 'Name: value'"),
                (("--ca-file", d.path("none")), "No such file"),
                (("--aws-sigv4", "eu-central-1"), "AWS_ACCESS_KEY_ID")):
            d.put("timings.json", OLD)
            result = run(d, server, *arguments)
            check.equal((result.status, result.reading("span.a.p95")), (2, "error"), f"{arguments}: {result.err}")
            check.holds(part, result.err, arguments[0])
            check.that(SECRET not in result.err + result.text, f"{arguments}: shows the secret")
        check.equal(len(server.requests), 0, "nothing is asked")


def secrets_stay_hidden():
    """In no output, also with -v and in failures; in no file; not in the list of processes."""
    with Directory() as d:
        process = {}
        lists = []

        def behave(request, query):
            lists.append(subprocess.run(["ps", "-ww", "-o", "args=", "-p", str(process["pid"])], capture_output=True,
                                        text=True).stdout)
            with open(f"/proc/{process['pid']}/comm") as f:
                lists.append(f.read())
            return process["act"](request, query)

        acts = {
            "good": lambda r, q: False,
            "401": lambda r, q: r.answer("no " + r.headers.get("X-Nothing", ""), 401),
            "302": lambda r, q: r.answer("", 302, Location=f"http://u:{SECRET}@127.0.0.1/?t={SECRET}"),
            "500 for values": lambda r, q: not is_preflight(q) and r.answer("", 500),
        }
        ways = (("--bearer-token-file", d.put("t", SECRET)), ("--basic-auth-file", d.put("b", f"u:{SECRET}")),
                ("--header-file", d.put("h", f"X-Api-Key: {SECRET}\nCookie: s={SECRET}\n")), ("--aws-sigv4", "eu-west-1"))
        with FaultServer(behave) as server:
            metrics = d.put("surface.json", fs.surface())
            for what, act in acts.items():
                for way in ways:
                    process["act"] = act
                    command = [CAPTURE, "--prometheus", server.url, "--metrics", metrics, "--retries", "0", "-v",
                               "--output", d.path("timings.json"), *PATIENCE, *way]
                    ready = threading.Event()
                    held = process["act"]
                    process["act"] = lambda r, q: ready.wait(HANG_SECONDS) and held(r, q)
                    started = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                               cwd=d.name, env=clean_environment(AWS if "aws" in way[0] else None))
                    process["pid"] = started.pid
                    ready.set()
                    out, err = started.communicate()
                    with open(d.path("timings.json")) as f:
                        text = f.read()
                    check.that(SECRET not in out + err + text, f"{what}, {way[0]}: shows the secret: {err}")
        check.that(any("capture" in text for text in lists), "the process was seen")
        check.that(not any(SECRET in text for text in lists), "the list of processes shows the secret")


def echoes():
    """A server that sends back what it got, in every place that a message is made from: all of it stays hidden."""
    basic = f"user:{SECRET}/b c"
    encoded = base64.b64encode(basic.encode()).decode()
    with Directory() as d:
        ways = (  # the option, its environment, what the server gets to know
            (("--bearer-token-file", d.put("t", SECRET)), None, (f"Bearer {SECRET}", SECRET)),
            (("--basic-auth-file", d.put("b", basic)), None, (f"Basic {encoded}", basic, basic[5:])),
            (("--header-file", d.put("h", f"X-Api-Key: {SECRET}/1\nAuthorization: Own {SECRET}/2\nCookie: s={SECRET}/3; t={SECRET}/4\n")),
             None, (f"{SECRET}/1", f"Own {SECRET}/2", f"{SECRET}/2", f"s={SECRET}/3; t={SECRET}/4", f"{SECRET}/4")),
            (("--header-file", d.put("h2", f"Authorization: Basic {encoded}\n")), None, (f"Basic {encoded}", basic, basic[5:])),
            (("--aws-sigv4", "eu-west-1"), AWS, tuple(AWS.values())))

        def error(text, **more):
            return __import__("json").dumps({"status": "error", "errorType": "bad_data", "error": text, **more})

        places = {
            "401 as text": lambda r, q, e: r.answer(f"bad token {e}", 401, "text/plain"),
            "401 as text, cut": lambda r, q, e: r.answer("x" * (200 - len(e) * 2 // 3) + e, 401, "text/plain"),
            "401 as JSON": lambda r, q, e: r.answer(error(f"bad token {e}"), 401),
            "401 as JSON, cut": lambda r, q, e: r.answer(error("x" * (1008 - len(e) * 2 // 3) + e), 401),
            "the kind of error": lambda r, q, e: r.answer(error("x", errorType=e), 400),
            "200 as an error": lambda r, q, e: r.answer(error(f"bad token {e}")),
            "Location": lambda r, q, e: r.answer("", 302, Location="/login/" + e.replace(" ", "%20")),
            "Location, encoded": lambda r, q, e: r.answer("", 302, Location="/" + urllib.parse.quote(e, safe="")),
            "Content-Type": lambda r, q, e: r.answer("<html>", 200, "text/html; " + e),
            "no number": lambda r, q, e: r.answer(fs.vector(({}, e))),
            "a type": lambda r, q, e: r.answer(fs.success({"resultType": e, "result": []})),
            "a member": lambda r, q, e: r.answer(fs.success({"resultType": "vector", "result": [{"metric": {e: 1}, "value": [1, "1"]}]})),
            "error of a value": lambda r, q, e: not is_preflight(q) and r.answer(error(f"bad token {e}"), 422),
            "error of the evidence": lambda r, q, e: fs.is_evidence(q) and r.answer(error(f"bad token {e}"), 422),
            "warning": lambda r, q, e: fs.is_value(q) and r.answer(fs.vector(({}, "7.5"), warnings=[f"store of {e}"])),
            "warning of the evidence": lambda r, q, e: fs.is_evidence(q) and r.answer(fs.scrapes(warnings=[f"store of {e}"])),
            "warning, cut": lambda r, q, e: fs.is_value(q) and r.answer(fs.vector(({}, "7.5"), warnings=["x" * 245 + e])),
        }
        for way, env, _ in ways:
            with FaultServer(lambda r, q: r.answer("", 401)) as server:
                result = run(d, server, *way, env=env)
            check.holds("401; it does not accept the credentials that it was sent", result.err, way[0])
        for place, act in places.items():
            for way, env, known in ways:
                for text in known:
                    with FaultServer(lambda r, q, t=text: act(r, q, t)) as server:
                        result = run(d, server, "-v", "--allow-partial", "--write-ladders", d.path("l.json"), *way, env=env)
                    seen = result.err + result.out + result.text
                    what = f"{place}, {way[0]}, {text}: {result.err}"
                    check.that("***" in result.err or "cut" in place, f"hides nothing: {what}")
                    for part in (SECRET, SECRET[:8], encoded[:12], "AKIDEXAM", urllib.parse.quote(SECRET + "/", safe="")):
                        check.that(part not in seen, f"shows {part}: {what}")


def signature(request, region, service):
    """AWS Signature Version 4 of what arrived, made anew from the secret."""
    def sign(key, text):
        return hmac.new(key, text.encode(), hashlib.sha256).digest()

    sent = request.headers["Authorization"]
    parts = dict(p.strip().split("=", 1) for p in sent.split(" ", 1)[1].split(","))
    names = parts["SignedHeaders"].split(";")
    path, _, query = request.path.partition("?")
    canonical = "\n".join([request.command, path, query, *(f"{n}:{request.headers[n].strip()}" for n in names), "",
                           ";".join(names), hashlib.sha256(request.body.encode()).hexdigest()])
    stamp = request.headers["X-Amz-Date"]
    scope = f"{stamp[:8]}/{region}/{service}/aws4_request"
    key = ("AWS4" + AWS["AWS_SECRET_ACCESS_KEY"]).encode()
    for part in (stamp[:8], region, service, "aws4_request"):
        key = sign(key, part)
    text = "\n".join(["AWS4-HMAC-SHA256", stamp, scope, hashlib.sha256(canonical.encode()).hexdigest()])
    check.equal(parts["Credential"], f"{AWS['AWS_ACCESS_KEY_ID']}/{scope}", "SigV4: credential")
    return parts["Signature"], hmac.new(key, text.encode(), hashlib.sha256).hexdigest(), names


def aws():
    with Directory() as d, FaultServer() as server:
        for argument, region, service in (("eu-central-1", "eu-central-1", "aps"), ("us-east-1:es", "us-east-1", "es")):
            del server.requests[:]
            result = run(d, server.url + "/workspaces/ws-1", "--aws-sigv4", argument, env=AWS)
            check.equal(result.status, 0, f"SigV4: {result.err}")
            for request in server.requests:
                got, wanted, names = signature(request, region, service)
                check.equal(got, wanted, "SigV4: signature")
                check.that("x-amz-security-token" in names, f"SigV4: the session token is signed: {names}")
                check.equal(request.path, "/workspaces/ws-1/api/v1/query", "SigV4: path")


def certificate(d, name, subject, issuer=None):
    """A key and a certificate, signed by itself or by the issuer."""
    key, pem, request, extra = (d.path(f"{name}.{e}") for e in ("key", "pem", "csr", "ext"))
    with open(extra, "w") as f:
        f.write("basicConstraints=critical,CA:TRUE\n" if issuer is None else "subjectAltName=IP:127.0.0.1\n")
    openssl = tool("openssl")
    for command in (
            ["req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", key,
             "-out", request, "-subj", f"/CN={subject}"],
            ["x509", "-req", "-in", request, "-days", "3650", "-out", pem, "-extfile", extra] +
            (["-signkey", key] if issuer is None
             else ["-CA", d.path(f"{issuer}.pem"), "-CAkey", d.path(f"{issuer}.key"), "-CAcreateserial"])):
        subprocess.run([openssl, *command], check=True, capture_output=True)
    return key, pem


def tls():
    with Directory() as d:
        _, ca = certificate(d, "ca", "test authority")
        server_key, server_pem = certificate(d, "server", "server", "ca")
        client_key, client_pem = certificate(d, "client", "client", "ca")
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(server_pem, server_key)
        with FaultServer(tls=context) as server:
            result = run(d, server)
            check.equal(result.status, 2, "unknown authority")
            check.holds("--ca-file", result.err, "unknown authority")
            check.equal(len(server.requests), 0, "unknown authority: nothing is sent")
            check.equal(run(d, server, "--ca-file", ca).status, 0, "known authority")
            plain = run(d, server.url.replace("https", "http"))
            check.equal((plain.status, plain.reading("span.a.p95")), (2, "error"), f"plain HTTP on the TLS port: {plain.err}")
            wrong = run(d, server.url.replace("127.0.0.1", "localhost"), "--ca-file", ca)
            check.equal(wrong.status, 2, "a certificate for another name")
        mutual = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        mutual.load_cert_chain(server_pem, server_key)
        mutual.load_verify_locations(ca)
        mutual.verify_mode = ssl.CERT_REQUIRED
        with FaultServer(tls=mutual) as server:
            result = run(d, server, "--ca-file", ca)
            check.equal((result.status, len(server.requests)), (2, 0), "no client certificate")
            check.holds("--cert-file", result.err, "no client certificate")
            result = run(d, server, "--ca-file", ca, "--cert-file", client_pem, "--key-file", client_key)
            check.equal(result.status, 0, f"client certificate: {result.err}")
        with FaultServer() as server:
            result = run(d, server.url.replace("http", "https"), "--ca-file", ca)
            check.equal(result.status, 2, f"TLS on the plain port: {result.err}")
            check.holds("is this a port for http://?", result.err, "TLS on the plain port")


def tls_refusals_end_the_wait():
    """What asking later does not fix; but a handshake that breaks off is one of a server that starts."""
    def connections(d, server, *arguments, to=None):
        before = server.connections
        result = run(d, to or server, *arguments)
        check.equal((result.status, result.reading("span.a.p95")), (2, "error"), f"{arguments}: {result.err}")
        return server.connections - before

    def ends_at_once(what, d, server, *arguments, to=None):
        once = connections(d, server, *arguments, to=to)
        check.equal(connections(d, server, "--wait", "5m", *arguments, to=to), once, f"{what}: connections under --wait")

    with Directory() as d:
        _, ca = certificate(d, "ca", "test authority")
        server_key, server_pem = certificate(d, "server", "server", "ca")
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(server_pem, server_key)
        with FaultServer(tls=context) as server:
            ends_at_once("unknown authority", d, server)
            ends_at_once("another name", d, server, "--ca-file", ca, to=server.url.replace("127.0.0.1", "localhost"))
            ends_at_once("no certificates to trust", d, server, "--ca-file", d.put("bad.pem", "none"))
        for version in (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3):
            mutual = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            mutual.load_cert_chain(server_pem, server_key)
            mutual.load_verify_locations(ca)
            mutual.verify_mode = ssl.CERT_REQUIRED
            mutual.minimum_version = mutual.maximum_version = version
            with FaultServer(tls=mutual) as server:
                ends_at_once(f"no client certificate, {version}", d, server, "--ca-file", ca)
        with FaultServer() as server:
            ends_at_once("TLS on the plain port", d, server, "--ca-file", ca, to=server.url.replace("http", "https"))

        def broken_off(what, how):
            with Directory() as own, FaultServer(tls=context, break_off=[how]) as server:
                check.equal(connections(own, server, "--ca-file", ca), 1, f"broken off {what}: connections")
            with Directory() as own, FaultServer(tls=context, break_off=[how]) as server:
                result = run(own, server, "--ca-file", ca, "--wait", "5m")
                check.equal((result.status, result.reading("span.a.p95")), (0, "good"), f"broken off {what}, --wait: {result.err}")
                check.that(server.connections > 1, f"broken off {what}, --wait: nothing was broken off")

        side_by_side([lambda: broken_off("by a reset", by_reset), lambda: broken_off("in order", in_order)])


def proxies():
    """Loopback never goes through a proxy; another host does when the environment says so."""
    with nobody() as dead, Directory() as d, FaultServer() as server:
        for variable in ("http_proxy", "all_proxy", "ALL_PROXY"):
            check.equal(run(d, server, env={variable: dead}).status, 0, f"loopback with {variable}")
        local = server.url.replace("127.0.0.1", "localhost")
        check.equal(run(d, local, env={"http_proxy": dead}).status, 0, "localhost with http_proxy")
        del server.requests[:]
        result = run(d, "http://prometheus.invalid:9090", env={"http_proxy": server.url})
        check.equal(result.status, 0, f"another host: {result.err}")
        check.equal({r.path for r in server.requests}, {"http://prometheus.invalid:9090/api/v1/query"}, "through the proxy")
        port = server.url.rsplit(":", 1)[1]
        for host in ("localhost.", "x.localhost", "0.0.0.0", "127.1", "0x7f000001", "2130706433", "[::ffff:127.0.0.1]", "[::]", "[::1]"):
            del server.requests[:]
            _ = run(d, f"http://{host}:{port}", "--timeout", "2s", env={"http_proxy": server.url})
            check.equal([r.path for r in server.requests if r.path.startswith("http://")], [], f"{host} is never asked through a proxy")


def proxies_keep_their_secrets():
    """The user and the password of a proxy, in what libcurl and the proxy itself say of it."""
    with nobody() as dead, Directory() as d, FaultServer(lambda r, q: r.answer(echo, 407)) as server:
        user = "carl-the-user"
        echo = f"no {SECRET} {user} {SECRET.upper()} {SECRET[:9]} " + "".join(f"&#{ord(c)};" for c in SECRET)
        for what, proxy in (("nobody listens", dead.replace("//", f"//{user}:{SECRET}@")),
                            ("a port that is none", f"http://{user}:{SECRET}@proxy.invalid:x:y"),
                            ("a scheme that is none", f"nonsense://{user}:{SECRET}@proxy.invalid"),
                            ("a name that does not resolve", f"http://{user}:{SECRET}@proxy.invalid:1"),
                            ("a slash in the password", f"http://{user}:{SECRET}/x@127.0.0.1:1"),
                            ("one that answers", server.url.replace("//", f"//{user}:{SECRET}@"))):
            for variable in ("http_proxy", "all_proxy", "ALL_PROXY"):
                result = run(d, "http://prometheus.invalid:9090", "-v", env={variable: proxy})
                said = (result.err + result.out + result.text).lower()
                check.equal(result.status, 2, f"{what}: {result.err}")
                check.that(SECRET.lower()[:8] not in said and user not in said and "&#" not in said, f"{what}: {variable}", result.err)


def whose_commit():
    """The flag, then the CI's variable, then git, then "unknown"."""
    ci = ("GITHUB_SHA", "CI_COMMIT_SHA", "BUILDKITE_COMMIT", "CIRCLE_SHA1", "GIT_COMMIT", "BITBUCKET_COMMIT", "BUILD_SOURCEVERSION")
    bare = {k: v for k, v in clean_environment().items() if k not in ci}

    def sha(d, server, extra, *arguments):
        metrics = d.put("surface.json", fs.surface())
        subprocess.run([CAPTURE, "--prometheus", server.url, "--metrics", metrics, "--output", d.path("t.json"), *PATIENCE, *arguments],
                       cwd=d.name, env={**bare, "GIT_CEILING_DIRECTORIES": os.path.dirname(d.name), **extra},
                       capture_output=True, check=True)
        with open(d.path("t.json")) as f:
            return __import__("json").load(f)["git_sha"]

    with Directory() as d, FaultServer() as server:
        check.equal(sha(d, server, {}), "unknown", "no repository")
        for variable in ci:
            check.equal(sha(d, server, {variable: "a" * 40}), "a" * 40, variable)
        check.equal(sha(d, server, {"GITHUB_SHA": "a" * 40}, "--git-sha", "mine"), "mine", "the flag")
        check.equal(sha(d, server, {"PATH": "/nonexistent"}), "unknown", "no git")
        os.mkdir(d.path("bin"))
        d.put("bin/git", '#!/bin/sh\n[ "$1 $2" = "rev-parse HEAD" ] && echo ' + "b" * 40 + "\n")
        os.chmod(d.path("bin/git"), 0o755)
        check.equal(sha(d, server, {"PATH": d.path("bin")}), "b" * 40, "git")
        d.put("bin/git", "#!/bin/sh\necho not a commit\n")
        check.equal(sha(d, server, {"PATH": d.path("bin")}), "unknown", "git that answers something else")


def main():
    for part in (headers_arrive, secrets_are_refused, bad_files, secrets_stay_hidden, echoes, aws, tls, tls_refusals_end_the_wait, proxies, proxies_keep_their_secrets, whose_commit):
        part()
    check.end()


if __name__ == "__main__":
    sys.exit(main())
