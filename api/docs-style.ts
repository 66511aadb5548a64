export const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; --line: #8883; --quiet: #8881; }
body { max-width: 62rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
h2 { margin: 2.5rem 0 .5rem; font-size: 1.25rem; }
h3 { margin: 1rem 0 .25rem; font-size: .9rem; }
code { font: .875em/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
details { border-top: 1px solid var(--line); }
details:last-of-type { border-bottom: 1px solid var(--line); }
details[open] { background: var(--quiet); padding-bottom: .75rem; }
details > :not(summary) { margin-left: .75rem; margin-right: .75rem; }
summary { cursor: pointer; padding: .5rem .75rem; }
summary:hover { background: var(--quiet); }
section > details > summary:has(.call) { display: grid; grid-template-columns: 25rem 1fr auto; gap: 0 1rem; align-items: baseline; }
.call { display: flex; gap: .5rem; align-items: baseline; }
.call b { flex: 0 0 3.75rem; font-size: .75rem; letter-spacing: .03em; }
.get { color: light-dark(#1d4ed8, #93c5fd); } .post { color: light-dark(#15803d, #86efac); }
.put, .patch { color: light-dark(#a16207, #fde047); } .delete { color: light-dark(#b91c1c, #fca5a5); }
small, em { opacity: .75; font-style: normal; }
dl { display: grid; grid-template-columns: minmax(9rem, max-content) 1fr; gap: .125rem 1rem; margin-top: 0; margin-bottom: 0; }
dt { overflow-wrap: anywhere; } dd { margin: 0; overflow-wrap: anywhere; }
:target { scroll-margin: 4rem; outline: 2px solid light-dark(#1d4ed8, #93c5fd); outline-offset: 2px; }
@media (max-width: 48rem) {
  section > details > summary:has(.call) { grid-template-columns: 1fr auto; }
  .call { grid-column: 1 / -1; }
  dl { grid-template-columns: 1fr; gap: 0; } dd { margin: 0 0 .5rem 1rem; }
}`;
