"""Starts a Florin for the run with `npx florin`, and empties the sandbox before each test."""

import json
import os
import shlex
import subprocess
import tempfile

import pytest
import stripe

COMMAND = shlex.split(os.environ.get("FLORIN", "npx --yes florin"))


@pytest.fixture(scope="session")
def florin():
    with tempfile.TemporaryDirectory() as data:
        env = {**os.environ, "FLORIN_DATA": data, "PORT": "0", "LOG_LEVEL": "error"}
        service = subprocess.Popen([*COMMAND, "start", "--json"], env=env, stdout=subprocess.PIPE, text=True)
        try:
            line = service.stdout.readline()
            assert line, "Florin did not start"
            started = json.loads(line)
            stripe.api_base = started["url"]
            stripe.api_key = started["secret_key"]
            yield stripe.api_base
        finally:
            service.terminate()
            service.wait()


@pytest.fixture(autouse=True)
def empty_sandbox(florin):
    requestor = stripe.api_requestor.APIRequestor()
    requestor.request("post", "/v1/test_helpers/reset", {})
