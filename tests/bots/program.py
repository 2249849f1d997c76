"""A program that plays by the protocol of parlour.bots.program; its argument says how it behaves."""

import json
import sys
import time

manner = sys.argv[1] if len(sys.argv) > 1 else "good"
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "isready":
        print("info loading", flush=True)
        print("ready", flush=True)
    elif word == "choose":
        asked = json.loads(rest)
        if manner == "hangs":
            time.sleep(60)
        if manner == "dies":
            sys.exit(3)
        if manner == "babbles":
            print("checkmate", flush=True)
            continue
        last = asked["legal"][-1]
        print(f"info {len(asked['legal'])} moves", flush=True)
        answers = {"good": last["code"], "names": last["name"], "cheats": 10**6, "shouts": "whatever"}
        print("move", answers[manner], flush=True)
    elif word == "quit":
        break
