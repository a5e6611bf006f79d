import { inbox } from '../features/inbox/inbox.feature.ts'
import { settings } from '../features/settings/settings.feature.ts'
import type { Feature } from '../parts/feature.ts'

/** Every feature with screens of its own, in the order of the rail. */
export const features: readonly Feature[] = [inbox, settings(() => import('./settings-layout.tsx'))]

export const places = features.map(({ place }) => place)
