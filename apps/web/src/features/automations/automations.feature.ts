import { Workflow } from 'lucide-react'
import type { Feature } from '../../parts/feature.ts'

const wizard = () => import('./wizard/wizard-page.tsx')

export const automations: Feature = {
  pages: [
    {
      ...{ path: 'automations', title: 'Automations', waitsForAppState: true },
      load: () => import('./list/automations-page.tsx'),
    },
    { path: 'automations/new', title: 'New automation', waitsForAppState: true, load: wizard },
    { path: 'automations/runs', title: 'Runs', waitsForAppState: true, load: () => import('./runs/runs-page.tsx') },
    { path: 'automations/:id/edit', title: 'Automation', waitsForAppState: true, load: wizard },
    {
      ...{ path: 'automations/:id', title: 'Automation', waitsForAppState: true },
      load: () => import('./runs/automation-page.tsx'),
    },
  ],
  navigation: { label: 'Automations', to: '/automations', icon: Workflow, key: 'm', at: 'top', order: 37 },
  places: () => import('./automations-places.rules.ts'),
}
