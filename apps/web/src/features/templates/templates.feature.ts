import { Repeat } from 'lucide-react'
import type { Feature } from '../../parts/feature.ts'

const page = (path: string, title: string) => ({ path, title, waitsForAppState: true })

export const templates: Feature = {
  pages: [
    { ...page('templates', 'Templates'), load: () => import('./templates-page.tsx') },
    { ...page('templates/new', 'New template'), load: () => import('./template-page.tsx') },
    { ...page('templates/:templateId', 'Template'), load: () => import('./template-page.tsx') },
  ],
  navigation: { label: 'Templates', to: '/templates', icon: Repeat, key: 't', at: 'elsewhere', order: 36 },
  places: () => import('./templates-places.rules.ts'),
}
