"""Chromium without a window, with what it logs: messages of the console and requests."""

import base64
import json
import re
import shutil
import tempfile
import time
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

AUDIT = (Path(__file__).parent / "audit.js").read_text(encoding="utf-8")
# Control characters, and marks of direction.
UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")
# Seconds for anything to appear.
WAIT = 20
# Seconds from one address to the next.
PACE = 0.055


class Problems:
    """What is wrong, by page, and how much was looked at."""

    def __init__(self):
        self.found = []
        self.counts = {}

    def count(self, what, number=1):
        self.counts[what] = self.counts.get(what, 0) + number

    def add(self, where, what):
        self.found.append((where, what))

    def expect(self, is_right, where, what):
        """Notes what is wrong unless it is right, and returns whether it is right."""
        self.count("assertions")
        if not is_right:
            self.add(where, what)
        return is_right


class Browser:
    """A browser with a profile of its own."""

    def __init__(self, logs=True):
        self.profile = tempfile.mkdtemp(prefix="page-")
        options = Options()
        options.binary_location = shutil.which("chromium")
        # Root may start no sandbox, and containers have a small /dev/shm.
        for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
                         "--hide-scrollbars", f"--user-data-dir={self.profile}"):
            options.add_argument(argument)
        if logs:
            options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)
        self.last = 0.0
        self.size(1280, 900)

    def close(self):
        self.driver.quit()
        shutil.rmtree(self.profile, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def size(self, width, height):
        """Windows have a minimal width, so the size of the page is set beside that of the window."""
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                    {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})

    def prefers(self, scheme):
        """Sets whether the system is light or dark."""
        feature = {"name": "prefers-color-scheme", "value": scheme}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})

    def open(self, file):
        self.driver.get("about:blank")
        self.driver.get(file.resolve().as_uri())
        self.wait(lambda: self.run("return performance.getEntriesByName('lawful-interactive').length > 0"))

    def run(self, script, *arguments):
        """Runs a script with the functions of `audit.js`."""
        return self.driver.execute_script(f"{AUDIT}\n{script}", *arguments)

    def wait(self, is_so, what="the page"):
        WebDriverWait(self.driver, WAIT, 0.01).until(lambda _: is_so(), f"waited for {what}")

    def go(self, address):
        """Goes to an address after `#`, and waits until it is shown."""
        # Chromium drops addresses when there are more than 200 in 10 seconds.
        time.sleep(max(0.0, self.last + PACE - time.monotonic()))
        self.last = time.monotonic()
        self.run("window.shown = false; addEventListener('hashchange', () => setTimeout(() => { window.shown = true; }), {once: true});"
                 "if (location.hash === arguments[0]) window.shown = true; location.hash = arguments[0]", address)
        self.wait(lambda: self.run("return window.shown"), address)

    def address(self):
        return self.run("return location.hash")

    def press(self, *keys):
        """Presses keys wherever the focus is."""
        ActionChains(self.driver).send_keys(*keys).perform()

    def click(self, selector):
        """Clicks an element as a hand would: it must be where it is seen."""
        element = self.driver.find_element("css selector", selector)
        self.run("arguments[0].scrollIntoView({block: 'center'})", element)
        element.click()

    def picture(self, file, selector=None):
        """Writes a picture of the window, with an element at its top, or of the whole page."""
        if selector:
            self.run("const header = document.querySelector('#top')?.offsetHeight ?? 0;"
                     "const at = document.querySelector(arguments[0]).getBoundingClientRect().top + scrollY - header - 12; scrollTo(0, at)", selector)
        else:
            self.run("scrollTo(0, 0)")
        height = self.run("return document.documentElement.scrollHeight")
        top = self.run("return Math.round(scrollY)")
        width = self.run("return innerWidth")
        clip = {"x": 0, "y": top, "width": width, "height": min(height - top, 1800), "scale": 1}
        taken = self.driver.execute_cdp_cmd("Page.captureScreenshot", {"captureBeyondViewport": True, "clip": clip})
        file.write_bytes(base64.b64decode(taken["data"]))

    def logged(self, file):
        """Messages of the console, and requests other than of the page itself, since the last call."""
        messages = [f"{entry['level']}: {entry['message']}" for entry in self.driver.get_log("browser")]
        requests = []
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] in ("Network.requestWillBeSent", "Network.webSocketCreated"):
                address = message["params"].get("request", message["params"])["url"]
                # The browser has pages of its own, which no file can ask for.
                if address not in (file.resolve().as_uri(), "about:blank") and not address.startswith(("data:", "chrome:")):
                    requests.append(address)
        return messages, requests


def visible(text):
    """A text as the page shows it: characters that are not seen are written as Rust does."""
    return UNSEEN.sub(lambda found: f"\\u{{{ord(found[0]):x}}}", text)


__all__ = ["Browser", "Keys", "Problems", "visible"]
