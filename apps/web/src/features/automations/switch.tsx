import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { Spinner } from '../../ui/spinner.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'

interface SwitchProps {
  /** The accessible name. */
  label: string
  checked: boolean
  busy?: boolean
  disabledReason?: string | undefined
  onChange: (checked: boolean) => void
}

/** A switch without words: its name stands beside it. */
export function Switch({ label, checked, busy = false, disabledReason, onChange }: SwitchProps) {
  const isOff = busy || disabledReason !== undefined
  const button = (
    <button
      type="button"
      role="switch"
      aria-label={label}
      aria-checked={checked}
      aria-busy={busy || undefined}
      aria-disabled={isOff || undefined}
      onClick={() => !isOff && onChange(!checked)}
      className="grid h-8 w-11 shrink-0 place-items-center rounded-md pointer-coarse:h-11"
    >
      <span
        aria-hidden
        className={clsx(
          'relative inline-block h-6 w-10 rounded-full border transition-colors duration-(--duration-hover)',
          checked ? 'border-accent bg-accent' : 'border-control bg-press',
        )}
      >
        <span
          className={clsx(
            'absolute top-1/2 grid size-4.5 -translate-y-1/2 place-items-center rounded-full',
            checked ? 'right-0.5 bg-on-accent text-link' : 'left-0.5 bg-muted text-surface',
          )}
        >
          {busy ? <Spinner size={12} /> : checked && <Check size={12} strokeWidth={3} />}
        </span>
      </span>
    </button>
  )
  return disabledReason === undefined ? button : <Tooltip text={disabledReason}>{button}</Tooltip>
}
