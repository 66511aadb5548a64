/**
 * Brings a row clear of the bars and of the tray: the page's scroll padding and the row's own margin count.
 */
export function bringIntoSight(row: HTMLElement): void {
  row.scrollIntoView({ block: "nearest" });
  showWholeChips();
}

/**
 * What stands above the list is shown whole or not at all: half a chip under the bar can be neither read nor pressed.
 * It goes out of sight, or comes back whole where the page is too short for that.
 */
export function showWholeChips(): void {
  const above = document.querySelector<HTMLElement>("[data-above-list]");
  if (above === null || hiddenPx(above) === 0) return;
  window.scrollBy(0, above.getBoundingClientRect().height - hiddenPx(above));
  window.scrollBy(0, -hiddenPx(above));
}

/** How much of it the bar covers; 0 also where all of it is out of sight. */
function hiddenPx(above: HTMLElement): number {
  const { top, bottom } = above.getBoundingClientRect();
  const bar = above.previousElementSibling?.getBoundingClientRect().bottom ?? 0;
  // Scrolled positions are whole device pixels: what is less than one is not half a chip.
  return top < bar - 1 && bottom > bar + 1 ? bar - top : 0;
}
