import { Star } from 'lucide-react'
import type { Feature } from '../../parts/feature.ts'

export const reviews: Feature = {
  pages: [{ path: 'reviews', title: 'Reviews', waitsForAppState: true, load: () => import('./reviews-page.tsx') }],
  navigation: { label: 'Reviews', to: '/reviews', icon: Star, key: 'r', at: 'top', order: 39.2 },
}
