import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Replaces the path of the address by the usual one, and keeps the rest. */
export function useRightAddress(right: string): void {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (pathname !== right) void navigate(right + search + hash, { replace: true });
  }, [pathname, right, search, hash, navigate]);
}
