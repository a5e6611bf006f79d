import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { callTable } from './build/call-table.ts'
import { encodedFiles } from './build/encoded-files.ts'
import { eventTable } from './build/event-table.ts'
import { firstLoad } from './build/first-load.ts'
import { gallery } from './build/gallery.ts'
import { icons } from './build/icons.ts'
import { unusedParts } from './build/unused-parts.ts'
import { virtualList } from './build/virtual-list.ts'

/** In development the calls and the socket go to the running server. */
const server = process.env.FOYER_SERVER ?? 'http://localhost:4000'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    callTable(),
    eventTable(),
    gallery(),
    icons(),
    unusedParts(),
    virtualList(),
    encodedFiles(),
  ],
  build: {
    target: 'es2023',
    // Tailwind's own minimum: for older browsers every colour would be emitted twice.
    cssTarget: ['chrome111', 'edge111', 'firefox128', 'safari16.4', 'ios16.4'],
    manifest: true,
    // An inlined asset would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: {
      // Every target browser supports module preload.
      polyfill: false,
      // The preload lists are part of the first load, so only the first pages have one.
      resolveDependencies: (file, needed) => (/\/(signed-in|sign-in-page|inbox-page)-/.test(file) ? needed : []),
    },
    // No module has getters with side effects; build/virtual-list.ts depends on that.
    rolldownOptions: {
      treeshake: { propertyReadSideEffects: false },
      output: {
        codeSplitting: {
          groups: [{ name: firstLoad(), debugName: 'first load', includeDependenciesRecursively: false }],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': server,
      '^/(?:chat|s|u|v)/': server,
      '/monitoring': server,
      '/socket.io': { target: server, ws: true },
    },
  },
})
