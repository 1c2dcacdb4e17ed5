import { mount } from "svelte";
import App from "./App.svelte";
import { router } from "./router/router.svelte";
import { chosen } from "./theme/theme.svelte";
import { say } from "./words/words.svelte";
import "./theme/base.css";
import "./theme/controls.css";
import "./theme/board.css";
import "./theme/play.css";
import "./theme/start.css";
import "./theme/print.css";

chosen.show();
for (const changes of ["(prefers-color-scheme: dark)", "print"]) matchMedia(changes).addEventListener("change", () => chosen.show());
// A part that a newer page no longer has, or that does not come: whoever asked for it reads so, not a file's name.
addEventListener("vite:preloadError", ({ payload }) => (payload.message = say("app.notLoaded")));
router.start();
mount(App, { target: document.getElementById("app")! });
