import type { LucideIcon } from 'lucide-react'

interface BubbleActionProps {
  icon: LucideIcon
  label: string
  onPress: () => void
}

/** A small action below one message. */
export function BubbleAction({ icon: Icon, label, onPress }: BubbleActionProps) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="inline-flex h-6 items-center gap-1 rounded-sm px-1 font-semibold text-link underline decoration-1 underline-offset-2 pointer-coarse:h-11"
    >
      <Icon aria-hidden size={12} />
      {label}
    </button>
  )
}
