#!/usr/bin/env python3
"""Prints a report in JUnit XML as JSON: each element as its name, its attributes, its text, and the elements in it."""

import json
import sys
import xml.etree.ElementTree as ElementTree


def told(element):
    return [element.tag, element.attrib, element.text or "", [told(inner) for inner in element]]


print(json.dumps(told(ElementTree.parse(sys.argv[1]).getroot())))
