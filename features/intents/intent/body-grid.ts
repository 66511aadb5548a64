/** What it is and what runs at the left; what can be done about it at the right, in sight while the rest scrolls. */
export const BODY_GRID =
  "grid grid-cols-[minmax(0,1fr)] gap-4 p-4 max-md:pb-24 md:p-6 xl:grid-cols-[minmax(0,1fr)_23rem] xl:grid-rows-[auto_1fr] xl:items-start xl:gap-x-6";

/** On a narrow screen its parts stand among the others. */
export const SIDE =
  "min-w-0 max-xl:contents xl:sticky xl:top-[calc(var(--bar-top)+1.25rem)] xl:col-start-2 xl:row-span-2 xl:row-start-1 xl:-m-1 xl:flex xl:max-h-[calc(100dvh-var(--bar-top)-3rem)] xl:flex-col xl:gap-4 xl:overflow-y-auto xl:p-1";
