import { Megaphone } from 'lucide-react'
import type { Feature } from '../../parts/feature.ts'

const editor = () => import('./editor/editor-page.tsx')

export const campaigns: Feature = {
  pages: [
    { path: 'campaigns', title: 'Campaigns', waitsForAppState: true, load: () => import('./list/campaigns-page.tsx') },
    { path: 'campaigns/new', title: 'New campaign', waitsForAppState: true, load: editor },
    { path: 'campaigns/:id/edit', title: 'Campaign', waitsForAppState: true, load: editor },
    {
      ...{ path: 'campaigns/:campaignId', title: 'Campaign', waitsForAppState: true },
      load: () => import('./results/results-page.tsx'),
    },
  ],
  navigation: {
    ...{ label: 'Campaigns', to: '/campaigns', icon: Megaphone, key: 'c', at: 'top', order: 35 },
    holds: ['/templates', '/notifications'],
  },
  places: () => import('./campaigns-places.rules.ts'),
}
