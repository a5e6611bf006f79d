import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { type ButtonKind, type ButtonSize, buttonLook, iconSize } from './button-look.rules.ts'
import { Spinner } from './spinner.tsx'
import { Tooltip } from './tooltip.tsx'

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  ref?: Ref<HTMLButtonElement>
  children: ReactNode
  kind?: ButtonKind
  size?: ButtonSize
  icon?: LucideIcon
  /** Work is in progress: the button keeps its label, shows a spinner in place of its icon, and ignores clicks. */
  busy?: boolean
  /** Why the button can't be used now. It stays focusable, so that the reason can be read. */
  disabledReason?: string | undefined
}

export function Button(props: ButtonProps) {
  const { children, kind = 'default', size = 'md', icon: Icon, busy = false, disabledReason, onClick, ...rest } = props
  const idle = !busy && disabledReason === undefined
  const button = (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={!idle || undefined}
      onClick={idle ? onClick : (event) => event.preventDefault()}
      className={clsx(buttonLook(kind, size, disabledReason !== undefined), rest.className)}
    >
      {busy ? (
        <Spinner size={iconSize(size)} />
      ) : (
        Icon && <Icon aria-hidden size={iconSize(size)} strokeWidth={1.75} className="shrink-0" />
      )}
      <span className="min-w-0 truncate">{children}</span>
    </button>
  )
  return disabledReason === undefined ? button : <Tooltip text={disabledReason}>{button}</Tooltip>
}
