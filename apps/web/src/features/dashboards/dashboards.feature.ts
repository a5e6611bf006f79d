import { ChartColumn } from 'lucide-react'
import type { Feature } from '../../parts/feature.ts'

export const dashboards: Feature = {
  pages: [
    { path: 'dashboards', title: 'Dashboards', waitsForAppState: true, load: () => import('./overview-page.tsx') },
    { path: 'dashboards/:board', title: 'Dashboard', waitsForAppState: true, load: () => import('./board-page.tsx') },
  ],
  navigation: { label: 'Dashboards', to: '/dashboards', icon: ChartColumn, key: 'd', at: 'top', order: 39.5 },
  places: () => import('./dashboards-places.rules.ts'),
}
