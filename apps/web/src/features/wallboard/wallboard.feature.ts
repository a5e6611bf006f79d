import { MonitorDot } from 'lucide-react'
import type { Feature } from '../../parts/feature.ts'

export const wallboard: Feature = {
  pages: [{ path: 'live', title: 'Wallboard', waitsForAppState: true, load: () => import('./wallboard-page.tsx') }],
  navigation: { label: 'Wallboard', to: '/live', icon: MonitorDot, key: 'l', at: 'top', order: 62 },
}
