type RowCheckboxProps = {
  title: string;
  /** Only what can be decided in a batch is selected. */
  isOffered: boolean;
  isSelected: boolean;
  onSelect: (isRange: boolean) => void;
};

export function RowCheckbox({ title, isOffered, isSelected, onSelect }: RowCheckboxProps) {
  if (!isOffered) return <span className="w-11 md:w-7" />;
  return (
    <label className="-my-3 flex w-11 justify-center pt-4 md:w-7 md:pt-3.5">
      <span className="sr-only">Select {title}</span>
      <input
        type="checkbox"
        className="size-5 accent-accent md:size-4"
        checked={isSelected}
        onChange={(event) => {
          const { nativeEvent } = event;
          onSelect(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey);
        }}
      />
    </label>
  );
}
