"""What is no HTTP request at all: the server's parser refuses it before any route could."""

import json

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from app.problems.document import MEDIA_TYPE, Problem


class ProblemProtocol(HttpToolsProtocol):
    """uvicorn's protocol, which would answer broken bytes with text, answering with a problem."""

    def send_400_response(self, msg: str) -> None:
        """Answer what cannot be parsed (an unknown method, say), and close the connection."""
        body = json.dumps(Problem("malformed_request", msg).document(instance="")).encode()
        head = (
            f"content-type: {MEDIA_TYPE}\r\ncontent-length: {len(body)}\r\n"
            "access-control-allow-origin: *\r\nconnection: close\r\n\r\n"
        )
        defaults = (b"%b: %b\r\n" % header for header in self.server_state.default_headers)
        self.transport.write(b"".join([STATUS_LINE[400], *defaults, head.encode(), body]))
        self.transport.close()
