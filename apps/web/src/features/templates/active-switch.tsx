import { clsx } from 'clsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'

interface ActiveSwitchProps {
  checked: boolean
  /** Names the template for screen readers. */
  describedBy?: string
  busy?: boolean
  disabledReason?: string | undefined
  onChange: (checked: boolean) => void
}

/** Whether a template runs by itself. */
export function ActiveSwitch({ checked, describedBy, busy = false, disabledReason, onChange }: ActiveSwitchProps) {
  const isOff = busy || disabledReason !== undefined
  const button = (
    <button
      type="button"
      role="switch"
      aria-label="Active"
      aria-checked={checked}
      aria-describedby={describedBy}
      aria-busy={busy || undefined}
      aria-disabled={isOff || undefined}
      onClick={() => !isOff && onChange(!checked)}
      className="inline-flex h-8 items-center gap-2 rounded-md px-1 text-sm pointer-coarse:h-11"
    >
      <span
        aria-hidden
        className={clsx(
          'relative inline-block h-5 w-9 shrink-0 rounded-full border transition-colors duration-(--duration-hover)',
          checked ? 'border-accent bg-accent' : 'border-control bg-press',
        )}
      >
        <span
          className={clsx(
            'absolute top-1/2 size-3.5 -translate-y-1/2 rounded-full',
            checked ? 'right-0.5 bg-on-accent' : 'left-0.5 bg-muted',
          )}
        />
      </span>
      <span aria-hidden className="w-6 text-left text-muted">
        {busy ? <Spinner size={14} /> : checked ? 'On' : 'Off'}
      </span>
    </button>
  )
  return disabledReason === undefined ? button : <Tooltip text={disabledReason}>{button}</Tooltip>
}
