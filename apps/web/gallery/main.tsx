import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { EntryPage } from './entry-page.tsx'
import { GalleryPage } from './gallery-page.tsx'
import { theme } from './gallery-theme.ts'
import { settled } from './settled.ts'
import { standingStates } from './still.ts'
import './gallery.css'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

const router = createBrowserRouter([
  { path: '/gallery', Component: GalleryPage },
  { path: '/gallery/:part/:state', Component: EntryPage },
])
createRoot(root).render(<RouterProvider router={router} />)

/** For the test that visits all entries in one page. */
Object.assign(window, {
  gallery: {
    async open(address: string) {
      await router.navigate(`/gallery/${address}`, { replace: true })
      await settled(address)
      return standingStates()
    },
    choose: theme.choose,
  },
})
