"""A client made of nothing but the server's OpenAPI description: models by a generator, calls by operation id."""

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx

GENERATOR = [
    *(sys.executable, "-m", "datamodel_code_generator", "--input-file-type", "openapi"),
    *("--output-model-type", "pydantic_v2.BaseModel", "--target-python-version", "3.11", "--formatters", "builtin"),
    *("--use-annotated", "--use-standard-collections", "--use-union-operator"),
]


def models(spec: dict[str, Any], folder: Path) -> ModuleType:
    """The models that a generator makes of the description."""
    told, made = folder / "openapi.json", folder / "made_models.py"
    told.write_text(json.dumps(spec), encoding="utf-8")
    subprocess.run([*GENERATOR, "--input", str(told), "--output", str(made)], check=True, capture_output=True)
    found = importlib.util.spec_from_file_location("made_models", made)
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    sys.modules["made_models"] = module  # where its types look for each other
    found.loader.exec_module(module)
    return module


class Generated:
    """Calls the operations of a description by their ids, from model to model."""

    def __init__(self, url: str, spec: dict[str, Any], made: ModuleType) -> None:
        self.made, self._http = made, httpx.Client(base_url=url, timeout=60)
        self._operations = {
            route["operationId"]: (method, path, route)
            for path, methods in spec["paths"].items()
            for method, route in methods.items()
        }

    def __call__(self, operation: str, body: Any = None, *, token: str = "", **path: str) -> Any:
        """The answer of an operation, as the model that the description names."""
        method, address, route = self._operations[operation]
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        sent = None if body is None else body.model_dump(mode="json", exclude_unset=True)
        got = self._http.request(method, address.format(**path), json=sent, headers=headers)
        assert got.is_success, got.text
        schema = route["responses"][str(got.status_code)]["content"]["application/json"]["schema"]
        if schema.get("type") == "array":
            return [self._model(schema["items"]).model_validate(one) for one in got.json()]
        return self._model(schema).model_validate_json(got.content)

    def close(self) -> None:
        self._http.close()

    def _model(self, schema: dict[str, Any]) -> Any:
        return getattr(self.made, schema["$ref"].rpartition("/")[2])
