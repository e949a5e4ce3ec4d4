#!/usr/bin/env node
// Wrong: the last run is lost if it is one letter, and not the first.
const lines = require("readline").createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const runs = line.match(/(.)\1*/g) || [];
  if (runs.length > 1 && runs[runs.length - 1].length === 1) runs.pop();
  console.log(runs.map((run) => run[0] + run.length).join(""));
});
