import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes, Ref } from 'react'
import { type ButtonKind, type ButtonSize, iconSize, squareLook } from './button-look.rules.ts'
import { Tooltip } from './tooltip.tsx'

interface IconButtonProps
  extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'aria-label' | 'title' | 'disabled'> {
  ref?: Ref<HTMLButtonElement>
  icon: LucideIcon
  /** Its accessible name and its tooltip. */
  label: string
  kind?: ButtonKind
  size?: ButtonSize
  side?: 'below' | 'above' | 'right'
  iconClassName?: string
  /** Why the button can't be used now. It stays focusable, so that the reason can be read. */
  disabledReason?: string | undefined
}

export function IconButton(props: IconButtonProps) {
  const {
    icon: Icon,
    label,
    kind = 'ghost',
    size = 'md',
    side = 'below',
    iconClassName,
    disabledReason,
    ...rest
  } = props
  const why = disabledReason === undefined ? {} : { 'aria-disabled': true, onClick: undefined }
  return (
    <Tooltip text={disabledReason ?? label} side={side}>
      <button
        type="button"
        {...rest}
        {...why}
        aria-label={label}
        className={clsx(squareLook(kind, size, disabledReason !== undefined), rest.className)}
      >
        <Icon aria-hidden size={iconSize(size)} strokeWidth={1.75} className={iconClassName} />
      </button>
    </Tooltip>
  )
}
