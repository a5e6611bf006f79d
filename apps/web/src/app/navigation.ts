import { Inbox, type LucideIcon, Settings } from 'lucide-react'

export interface Destination {
  label: string
  to: string
  icon: LucideIcon
  /** After G it leads there. */
  key: string
}

/** Where the rail leads: the screens there are, and none that there aren't. */
export const destinations: readonly Destination[] = [{ label: 'Inbox', to: '/inbox', icon: Inbox, key: 'i' }]

/** At the foot of the rail; on a phone the account menu leads there. */
export const settings: Destination = { label: 'Settings', to: '/settings', icon: Settings, key: 's' }

/** Wherever one may go by name or by key. */
export const places = [...destinations, settings]
