"use client";

import Monitor from "lucide-react/icons/monitor";
import Moon from "lucide-react/icons/moon";
import Sun from "lucide-react/icons/sun";
import { useTheme } from "next-themes";
import { Button } from "./button";
import { Menu } from "./menu";

const CHOICES = [
  { value: "light", icon: Sun, word: "Light" },
  { value: "dark", icon: Moon, word: "Dark" },
  { value: "system", icon: Monitor, word: "Like the system" },
].map(({ value, icon: Glyph, word }) => ({
  value,
  content: (
    <>
      <Glyph aria-hidden className="text-ink-faint" />
      {word}
    </>
  ),
}));

/** Both icons are drawn and CSS shows one, because the server does not know which theme the browser will choose. */
export function ThemeSwitch() {
  const { theme = "system", setTheme } = useTheme();
  return (
    <Menu
      align="end"
      entries={[{ kind: "choices", label: "Theme", value: theme, onChange: setTheme, choices: CHOICES }]}
      button={(props) => (
        <Button {...props} variant="ghost" size="icon" aria-label="Theme" title="Theme">
          <Sun aria-hidden className="dark:hidden" />
          <Moon aria-hidden className="hidden dark:block" />
        </Button>
      )}
    />
  );
}
