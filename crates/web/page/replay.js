// The exported page: a recorded run, to be gone through without a server.

import { App } from "./app.js";

const embedded = document.getElementById("machine");
const root = document.getElementById("app");
if (embedded && root) new App(JSON.parse(embedded.textContent ?? ""), null).showIn(root);
