import { clsx } from 'clsx'

export type ButtonKind = 'primary' | 'default' | 'ghost' | 'danger' | 'note'
/** 28, 32, 40 and 44 pixels high; all of them 44 on touch screens. */
export type ButtonSize = 'sm' | 'md' | 'lg' | 'touch'

const KINDS: Record<ButtonKind, string> = {
  primary: 'border-transparent bg-accent text-on-accent hover:bg-accent-hover',
  default: 'border-line-strong bg-raised text-ink hover:bg-hover',
  ghost: 'border-transparent bg-transparent text-muted hover:bg-hover hover:text-ink',
  danger: 'border-bad-line bg-raised text-bad-text hover:bg-bad',
  note: 'border-transparent bg-note-fill text-on-accent hover:brightness-90',
}
const OFF = 'border-line bg-sunken text-subtle'
const SIZES: Record<ButtonSize, string> = {
  sm: 'h-7 gap-1 px-2 text-xs pointer-coarse:h-11 pointer-coarse:px-3 pointer-coarse:text-sm',
  md: 'h-8 gap-1.5 px-3 text-sm pointer-coarse:h-11',
  lg: 'h-10 gap-2 px-4 text-base pointer-coarse:h-11',
  touch: 'h-11 gap-2 px-4 text-md',
}
const SQUARES: Record<ButtonSize, string> = {
  sm: 'size-7 pointer-coarse:size-11',
  md: 'size-8 pointer-coarse:size-11',
  lg: 'size-10 pointer-coarse:size-11',
  touch: 'size-11',
}
const ICONS: Record<ButtonSize, number> = { sm: 14, md: 16, lg: 18, touch: 20 }
const BASE =
  'relative inline-flex max-w-full shrink-0 items-center justify-center rounded-md border font-medium whitespace-nowrap transition-colors duration-(--duration-hover)'

export function buttonLook(kind: ButtonKind, size: ButtonSize, disabled = false): string {
  return clsx(BASE, SIZES[size], disabled ? OFF : KINDS[kind])
}

/** The look of a button with only an icon. */
export function squareLook(kind: ButtonKind, size: ButtonSize, disabled = false): string {
  return clsx(BASE, SQUARES[size], disabled ? OFF : KINDS[kind])
}

export function iconSize(size: ButtonSize): number {
  return ICONS[size]
}
