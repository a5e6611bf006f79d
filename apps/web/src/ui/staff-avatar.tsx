import { clsx } from 'clsx'

const SIZES = {
  18: 'size-4.5 text-[9px]',
  24: 'size-6 text-[10.5px]',
  28: 'size-7 text-xs',
  36: 'size-9 text-sm',
  52: 'size-13 text-base',
}

interface StaffAvatarProps {
  name: string
  size?: keyof typeof SIZES
  className?: string
}

/** A colleague: always a circle with initials. Decorative, because the name is beside it or names the control. */
export function StaffAvatar({ name, size = 24, className }: StaffAvatarProps) {
  return (
    <span
      aria-hidden
      className={clsx(
        'narrow inline-grid shrink-0 place-items-center rounded-full bg-press font-semibold text-ink',
        SIZES[size],
        className,
      )}
    >
      {initials(name)}
    </span>
  )
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('')
}
