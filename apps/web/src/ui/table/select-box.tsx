import { useEffect, useRef } from 'react'

interface BoxProps {
  label: string
  checked: boolean
  mixed?: boolean
  /** `range` is true with Shift: it selects every row up to this one. */
  onToggle: (range: boolean) => void
  /** -1 in a row, which the space bar selects. */
  tabIndex?: number
}

export function Box({ label, checked, mixed = false, onToggle, tabIndex }: BoxProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = mixed
  }, [mixed])
  return (
    <label className="-m-1 grid size-6 place-items-center pointer-coarse:-m-3 pointer-coarse:size-11">
      <input
        ref={box}
        type="checkbox"
        aria-label={label}
        checked={checked}
        tabIndex={tabIndex}
        onChange={({ nativeEvent }) => onToggle('shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
        className="size-4 accent-accent"
      />
    </label>
  )
}
