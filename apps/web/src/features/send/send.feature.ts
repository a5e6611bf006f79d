import type { Feature } from '../../parts/feature.ts'

export const send: Feature = {
  pages: [
    {
      ...{ path: 'notifications', title: 'Send a notification', waitsForAppState: true },
      load: () => import('./send-page.tsx'),
    },
  ],
  places: () => import('./send-places.rules.ts'),
}
