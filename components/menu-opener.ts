/** The button of the menu that an entry was just chosen from: what a dialog gives the focus back to. */
export function findMenuOpener(): HTMLElement | null {
  const menu = document.activeElement?.closest("[role=menu]");
  return document.getElementById(menu?.getAttribute("aria-labelledby") ?? "");
}
