import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

const KINDS = { bad: 'bg-bad text-bad-text', warn: 'bg-warn text-warn-text', ok: 'bg-ok text-ok-text' }

interface BannerProps {
  kind: keyof typeof KINDS
  icon: LucideIcon
  children: ReactNode
  action?: ReactNode
}

/** A line across a page or a pane with a message about all of it. The caller sets its role. */
export function Banner({ kind, icon: Icon, children, action }: BannerProps) {
  return (
    <div className={`flex min-h-9 items-center gap-2 px-4 py-2 text-sm ${KINDS[kind]}`}>
      <Icon aria-hidden size={16} className="shrink-0" />
      <p className="min-w-0 flex-1">{children}</p>
      {action}
    </div>
  )
}
