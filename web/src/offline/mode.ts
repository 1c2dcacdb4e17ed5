/** Whether this is the page that needs no server: it is built as files for any host, with the engine beside them. */
export const offline = import.meta.env.MODE === "offline";
