import type { InboxItemDto } from "@/lib/wire/inbox";

/** What a row can ask for. Stays the same object, so that rows that did not change are not drawn again. */
export type RowHandlers = {
  register: (id: string, element: HTMLElement | null) => void;
  onFocus: (id: string) => void;
  onApprove: (item: InboxItemDto) => void;
  onDeny: (item: InboxItemDto) => void;
  /** `isRange`: everything between the one that was pressed before and this one. */
  onSelect: (item: InboxItemDto, isRange: boolean) => void;
  onDismiss: (id: string) => void;
  /** Somebody comes near: dialogs may be fetched. */
  onNear: () => void;
};
