"""Plays a game of Parcheesi against three bots by plain HTTP; start a server first: parlour serve"""

import json
import random
import sys
from urllib.request import Request, urlopen

SERVER = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8765"
SEATS = [{"kind": "person", "name": "Script"}, *[{"kind": "bot", "level": "random"}] * 3]


def call(path, body=None, token=""):
    request = Request(SERVER + path, None if body is None else json.dumps(body).encode())
    request.add_header("Authorization", "Bearer " + token)
    with urlopen(request) as answer:
        return json.load(answer)


table = call("/api/tables", {"game": "parcheesi", "seats": SEATS, "pause": 0, "options": {"max_turns": 20}})
path, token = "/api/tables/" + table["table"], table["seats"][0]["token"]
seen = number = 0
while True:
    frame = call(path, token=token)
    for event in call(f"{path}/events?after={seen}", token=token)["events"]:
        print(event["text"])
        seen = event["seq"]
    if frame["over"]:
        break
    number += 1
    command = {"id": f"script-{number}", "after": frame["seq"]}
    if frame["may"]["roll"]:
        call(f"{path}/commands", {**command, "do": "roll"}, token)
    elif frame["moves"]:
        move = random.choice(frame["moves"])["notation"]
        call(f"{path}/commands", {**command, "do": "play", "action": move}, token)
    else:
        call(f"{path}/events?after={frame['seq']}&wait=20", token=token)  # until a bot has done something
print("Winners:", ", ".join(p["colour"] for p in frame["people"] if p["chair"] in frame["winners"]))
