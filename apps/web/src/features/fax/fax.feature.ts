import { Printer } from 'lucide-react'
import type { Feature } from '../../parts/feature.ts'

export const fax: Feature = {
  pages: [
    { path: 'fax', title: 'Fax', waitsForAppState: true, load: () => import('./fax-page.tsx') },
    { path: 'fax/sent', title: 'Sent faxes', waitsForAppState: true, load: () => import('./sent-page.tsx') },
  ],
  navigation: { label: 'Fax', to: '/fax', icon: Printer, key: 'f', at: 'top', order: 50 },
  places: () => import('./fax-places.rules.ts'),
}
