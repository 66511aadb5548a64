import { Panel } from "@/components/panel";
import { countRows } from "./count-words";

export function RunCounts({ counts }: { counts: Record<string, number> }) {
  const rows = countRows(counts);
  return (
    <Panel title="What was counted">
      {rows.length === 0 ? (
        <p className="px-4 py-3 text-ink-soft">Nothing has been counted yet.</p>
      ) : (
        <table className="w-full text-left text-sm">
          <thead className="sr-only">
            <tr>
              <th scope="col">What</th>
              <th scope="col">How many</th>
              <th scope="col">What it means</th>
            </tr>
          </thead>
          <tbody className="divide-y">
            {rows.map(({ key, name, count, meaning }) => (
              <tr key={key} className="align-top">
                <th scope="row" className="w-32 py-2 pr-3 pl-4 font-medium text-ink">
                  {name}
                </th>
                <td className="w-20 py-2 pr-4 text-right text-ink tabular-nums">{count.toLocaleString()}</td>
                <td className="py-2 pr-4 text-ink-soft">{meaning}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}
