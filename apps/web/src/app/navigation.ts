import { Inbox, type LucideIcon } from 'lucide-react'

export interface Destination {
  label: string
  to: string
  icon: LucideIcon
  /** After G it leads there. */
  key: string
}

/** Where the rail leads: the screens there are, and none that there aren't. */
export const destinations: readonly Destination[] = [{ label: 'Inbox', to: '/inbox', icon: Inbox, key: 'i' }]
