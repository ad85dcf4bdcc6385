import { createBrowserRouter, createPath } from 'react-router';
import type { DataRouter, RouteObject } from 'react-router';
import { afterUpdateGoTo, loadOrReload } from './after-update.ts';
import { AppFrame } from './frame/AppFrame.tsx';
import { ToLogin } from './frame/Guard.tsx';
import { FirstPaint, ScreenFrame } from './frame/ScreenFrame.tsx';
import { ErrorPage, NotFoundPage } from './pages/ErrorPage.tsx';
import { screens } from './screens.tsx';
import type { Screen } from './screens.tsx';

/** Returns the route of a screen, whose code is loaded on navigation. */
function routeOf(screen: Screen): RouteObject {
  return {
    path: screen.path,
    lazy: async () => {
      const Page = await loadOrReload(screen.load);
      return {
        Component: () => (
          <ScreenFrame screen={screen}>
            <Page />
          </ScreenFrame>
        ),
      };
    },
  };
}

export function createRouter(): DataRouter {
  const router = createBrowserRouter([
    {
      element: <AppFrame />,
      errorElement: <ErrorPage />,
      children: [
        {
          hydrateFallbackElement: <FirstPaint />,
          errorElement: <ErrorPage />,
          children: [
            ...screens.map(routeOf),
            { path: '/', element: <ToLogin /> },
            { path: '*', element: <NotFoundPage /> },
          ],
        },
      ],
    },
  ]);
  afterUpdateGoTo(() => {
    const { location } = router.state.navigation;
    return location ? new URL(createPath(location), window.location.href).href : window.location.href;
  });
  return router;
}
