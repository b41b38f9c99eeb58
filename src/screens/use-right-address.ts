import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useMovedTo } from '#src/ui/use-page-title.ts';

/** Replaces the path of the address by the usual one, and keeps the rest. The server redirects there. */
export function useRightAddress(right: string): void {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  useMovedTo(pathname === right ? null : right);
  useEffect(() => {
    if (pathname !== right) void navigate(right + search + hash, { replace: true });
  }, [pathname, right, search, hash, navigate]);
}
