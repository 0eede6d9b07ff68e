import { FileText, GitPullRequestArrow, House } from 'lucide-react';
import { lazy } from 'react';
import type { Screen } from './screen.ts';

/** Every screen, in the order of the navigation. Each page is a chunk of its own. */
export const screens: readonly Screen[] = [
  {
    path: '/',
    title: 'Home',
    icon: House,
    group: 'read',
    isFor: () => true,
    page: lazy(async () => ({ default: (await import('../screens/home/home.tsx')).Home })),
  },
  {
    path: '/documents',
    title: 'Documents',
    icon: FileText,
    group: 'read',
    isFor: () => true,
    page: lazy(async () => ({ default: (await import('../screens/documents/documents.tsx')).Documents })),
  },
  {
    path: '/review',
    title: 'Review queue',
    icon: GitPullRequestArrow,
    group: 'read',
    badge: 'reviews',
    isFor: ({ account }) => account.role !== 'viewer',
    page: lazy(async () => ({ default: (await import('../screens/review/review.tsx')).Review })),
  },
];
