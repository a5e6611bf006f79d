import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes, Ref } from 'react'
import { type ButtonKind, type ButtonSize, iconSize, squareLook } from './button-look.rules.ts'
import { Tooltip } from './tooltip.tsx'

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'aria-label' | 'title'> {
  ref?: Ref<HTMLButtonElement>
  icon: LucideIcon
  /** Its accessible name and its tooltip. */
  label: string
  kind?: ButtonKind
  size?: ButtonSize
  side?: 'below' | 'above' | 'right'
  iconClassName?: string
}

export function IconButton(props: IconButtonProps) {
  const { icon: Icon, label, kind = 'ghost', size = 'md', side = 'below', iconClassName, ...rest } = props
  return (
    <Tooltip text={label} side={side}>
      <button type="button" {...rest} aria-label={label} className={clsx(squareLook(kind, size), rest.className)}>
        <Icon aria-hidden size={iconSize(size)} strokeWidth={1.75} className={iconClassName} />
      </button>
    </Tooltip>
  )
}
