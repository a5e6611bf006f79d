interface TickBoxProps {
  label: string
  detail?: string
  checked: boolean
  disabled?: boolean
  /** It can't be changed now, for example while the last change is saved; it stays focusable. */
  held?: boolean
  onChange: (checked: boolean) => void
}

export function TickBox({ label, detail, checked, disabled = false, held = false, onChange }: TickBoxProps) {
  return (
    <label className="flex items-start gap-2.5 rounded-md px-1 py-1.5 text-sm hover:bg-hover">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        aria-disabled={held || undefined}
        onChange={(event) => !held && onChange(event.target.checked)}
        className="mt-0.5 size-4 shrink-0 accent-accent"
      />
      <span>
        <span className="block font-medium">{label}</span>
        {detail !== undefined && <span className="block text-muted">{detail}</span>}
      </span>
    </label>
  )
}
