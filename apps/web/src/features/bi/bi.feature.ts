import type { Feature } from '../../parts/feature.ts'

/** Dashboards of a BI service, which the dashboards lead to. */
export const bi: Feature = {
  pages: [
    { path: 'dashboards/bi', title: 'BI dashboards', waitsForAppState: true, load: () => import('./bi-page.tsx') },
    { path: 'dashboards/bi/:id', title: 'BI dashboard', waitsForAppState: true, load: () => import('./bi-page.tsx') },
  ],
  places: () => import('./bi-places.rules.ts'),
}
