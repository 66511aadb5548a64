"use client";

import Columns3 from "lucide-react/icons/columns-3";
import { Button } from "@/components/button";
import { Menu, type MenuEntry } from "@/components/menu";
import { toggleColumn } from "./chosen-columns";
import { COLUMN_NAMES, type ColumnName, columnOf, USUAL_COLUMNS } from "./columns";

type ColumnsMenuProps = { columns: readonly ColumnName[]; onChange: (columns: readonly ColumnName[]) => void };

export function ColumnsMenu({ columns, onChange }: ColumnsMenuProps) {
  const entries: MenuEntry[] = [
    ...COLUMN_NAMES.filter((name) => name !== "tool").map((name) => ({
      kind: "check" as const,
      content: columnOf(name).word,
      checked: columns.includes(name),
      onChange: (isOn: boolean) => onChange(toggleColumn(columns, name, isOn)),
    })),
    { kind: "separator" },
    { kind: "action", content: "The usual ones", onSelect: () => onChange(USUAL_COLUMNS) },
  ];
  return (
    <span className="max-lg:hidden">
      <Menu
        entries={entries}
        align="end"
        button={(props) => (
          <Button {...props} variant="ghost">
            <Columns3 aria-hidden />
            Columns
          </Button>
        )}
      />
    </span>
  );
}
