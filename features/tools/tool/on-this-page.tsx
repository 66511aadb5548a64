import { SECTION_IDS, SECTIONS } from "../contract/sections";

/** A contract is long: from here to each of its parts. On a phone the parts are all below anyway. */
export function OnThisPage() {
  return (
    <nav aria-label="On this page" className="sticky top-[calc(var(--bar-top)+1rem)] max-xl:hidden">
      <p className="mb-1 px-2 text-ink-faint text-xs">On this page</p>
      <ul>
        {SECTION_IDS.map((id) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="flex min-h-7 items-center rounded-md px-2 text-ink-soft hover:bg-hover hover:text-ink"
            >
              {SECTIONS[id].title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
