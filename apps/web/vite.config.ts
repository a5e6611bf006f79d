import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { callTable } from './build/call-table.ts'
import { firstLoad } from './build/first-load.ts'
import { gallery } from './build/gallery.ts'
import { icons } from './build/icons.ts'
import { virtualList } from './build/virtual-list.ts'

/** During development the calls and the socket go to the running server. */
const server = process.env.FOYER_SERVER ?? 'http://localhost:4000'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), callTable(), gallery(), icons(), virtualList()],
  build: {
    target: 'es2023',
    manifest: true,
    // An asset inside the page would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: {
      // Every browser of the target preloads modules by itself.
      polyfill: false,
      // The lists of what else a chunk needs are part of the first load: only what stands first is worth one.
      resolveDependencies: (file, needed) => (/\/(signed-in|sign-in-page|inbox-page)-/.test(file) ? needed : []),
    },
    // Nothing here has getters that do something; build/virtual-list.ts counts on it.
    rolldownOptions: {
      treeshake: { propertyReadSideEffects: false },
      output: {
        codeSplitting: { groups: [{ name: firstLoad(), debugName: 'shell', includeDependenciesRecursively: false }] },
      },
    },
  },
  server: {
    proxy: {
      '/api': server,
      '/monitoring': server,
      '/socket.io': { target: server, ws: true },
    },
  },
})
