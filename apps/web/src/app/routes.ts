import { sessionPages } from '../features/session/session.feature.ts'
import type { Page } from '../parts/page.ts'
import { PageError } from './error-page.tsx'
import { features } from './features.ts'
import { pageRegistry } from './page-registry.tsx'

const Fault = pageRegistry['/_error']

/** A page that crashes inside a layout leaves the layout intact. */
function inLayout(page: Page): Page {
  return { ...page, Fault: PageError, ...(page.children && { children: page.children.map(inLayout) }) }
}

/** Every screen. The session, the app state and the live connection load with the first page that needs them. */
export const routes: readonly Page[] = [
  {
    Component: pageRegistry['/_app'],
    Fault,
    children: [
      { index: true, redirect: '/inbox' },
      ...sessionPages.map((page) => ({ ...page, Fault })),
      {
        Fault,
        load: () => import('./signed-in.tsx'),
        children: features.flatMap(({ pages }) => pages.map(inLayout)),
      },
      { path: '*', title: 'Not found', Fault, Component: pageRegistry['/404'] },
    ],
  },
]
