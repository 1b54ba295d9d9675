"""How a wheel gets its data: `seeds/` and `migrations/` travel inside the package.

Only a real wheel carries them. An editable install reads the checkout, where copies would go stale;
hatchling's own `force-include` setting cannot tell the two apart.
"""

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BUNDLED = ("migrations", "seeds")


class BundleData(BuildHookInterface):  # type: ignore[type-arg]  # not generic at run time
    """Add the data directories to a standard wheel under `app/_bundled/`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Extend what goes into the wheel; `version` is `standard` or `editable`."""
        if version == "standard":
            for name in BUNDLED:
                build_data["force_include"][name] = f"app/_bundled/{name}"
