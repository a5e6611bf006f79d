import { Bot } from 'lucide-react'
import type { Feature } from '../../parts/feature.ts'

const page = (path: string, title: string) => ({ path, title, waitsForAppState: true })

export const chatbot: Feature = {
  pages: [
    { ...page('chatbot', 'Chatbots'), load: () => import('./list/chatbots-page.tsx') },
    { ...page('chatbot/:flowId', 'Chatbot'), load: () => import('./builder-page.tsx') },
    { ...page('chatbot/:flowId/versions', 'Versions'), load: () => import('./versions/versions-page.tsx') },
  ],
  navigation: { label: 'Chatbots', to: '/chatbot', icon: Bot, key: 'b', at: 'top', order: 39 },
}
